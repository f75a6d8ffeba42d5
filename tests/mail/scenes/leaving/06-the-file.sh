# What a mail reader that is not ours makes of the file.
python3 - "$stage"/letters/*.eml <<'PYTHON'
import email, email.policy, json, sys

with open(sys.argv[-1], "rb") as letter:
    mail = email.message_from_binary_file(letter, policy=email.policy.default)
assert not mail.defects and mail.get_content_type() == "multipart/mixed", mail
text, file = mail.iter_parts()
assert text.get_content().startswith("=== postmove: please write above this line ===\n")
assert file.get_filename() == "postmove-ann.json" and file.is_attachment()
assert file.get_content_type() == "application/json", file.get_content_type()
told = json.loads(file.get_payload(decode=True))
assert told["account"][0]["name"] == "ann"
assert told["addresses"] == [{"address": "ann@example.net", "confirmed": "2023-11-14T22:13:20Z"}]
assert [row["name"] for row in told["players"]] == ["ann", "bob"]
assert [row["text"] for row in told["turns"]] == ["c4", "b4"], told["turns"]
assert [row["text"] for row in told["talk"]] == ['Müller says "hello"\n\\o/'], told["talk"]
assert told["left_out"] == []
PYTHON
