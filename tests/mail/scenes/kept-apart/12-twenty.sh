. tests/mail/many.bash
alter "UPDATE budgets SET count = 20 WHERE kind = 2 AND player = 3"
