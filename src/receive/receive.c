/* postmove-receive: takes one mail from the mail server. */
int main(void)
{
    return 75;
}
