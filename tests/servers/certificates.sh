# certificates FOLDER: makes a throwaway authority (ca.pem) and two servers'
# certificates of it there: right.pem for 127.0.0.1 and localhost, and
# wrong.pem for another name; and stranger.pem, of nobody anyone trusts. The key
# of each is beside it (right.key ...). To be sourced by sh.
certificates() (
    cd "$1" || exit 1
    key() { openssl ecparam -name prime256v1 -genkey -noout -out "$1.key"; }
    sign() {
        key "$1"
        openssl req -new -key "$1.key" -subj "/CN=$1.test" -out "$1.csr"
        printf 'subjectAltName=%s\n' "$2" >"$1.ext"
        openssl x509 -req -in "$1.csr" -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 \
            -extfile "$1.ext" -out "$1.pem"
    }
    {
        for name in ca stranger; do
            key $name
            openssl req -x509 -new -key $name.key -days 2 -subj "/CN=$name.test" -out $name.pem \
                -addext 'subjectAltName=IP:127.0.0.1'
        done
        sign right IP:127.0.0.1,DNS:localhost
        sign wrong DNS:another.test
    } 2>openssl.log || cat openssl.log
)
