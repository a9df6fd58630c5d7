import { readFileSync } from 'node:fs'

/**
 * The 10,000 most common passwords of at least six characters, in lower case, with a few dozen that are common on Chinese sites. From
 * @zxcvbn-ts/language-common 4.1.3 (MIT, © zxcvbn-ts contributors; the ranking is that of zxcvbn, MIT, © Dropbox). A file of our own, so that
 * no program is added for it and nothing is asked of the network.
 */
const file = new URL('common-passwords.txt', import.meta.url)

let known: ReadonlySet<string> | undefined

/** Whether a password is among those that are tried first. Case and full-width forms make no difference. */
export const isCommonPassword = (password: string): boolean => {
  known ??= new Set(readFileSync(file, 'utf8').split('\n').filter(Boolean))
  return known.has(password.normalize('NFKC').toLowerCase())
}
