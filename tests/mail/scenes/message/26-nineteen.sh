. tests/mail/many.bash
alter "UPDATE budgets SET count = 19 WHERE kind = 2 AND player = 5"
