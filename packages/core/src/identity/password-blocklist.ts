export interface PasswordBlocklist {
  /** A detail code (`password.blocklisted`, `password.context_word`), or null for a password that may be used. */
  check(password: string, context: readonly string[]): string | null;
}
