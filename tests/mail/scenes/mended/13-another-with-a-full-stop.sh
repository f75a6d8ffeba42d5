echo secret99. | postmove player password carl
