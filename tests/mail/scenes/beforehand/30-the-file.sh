python3 - "$stage"/letters/*.eml <<'PYTHON'
import email, email.policy, json, sys

with open(sys.argv[-1], "rb") as letter:
    mail = email.message_from_binary_file(letter, policy=email.policy.default)
told = json.loads(list(mail.iter_parts())[1].get_payload(decode=True))["moves_written_beforehand"]
assert [row["comment"] for row in told] == ["Better so.", "Nice weather."], told
PYTHON
