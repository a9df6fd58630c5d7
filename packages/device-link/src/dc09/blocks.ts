import { maxCodeLength } from '../constants.ts'
import { storableText } from '../json.ts'
import { ids } from './terms.ts'

/** The data of a message: whose it is, and what else stands between its bars. */
export interface Blocks {
  /** The account that it names. Undefined if it names none. */
  readonly account: string | undefined
  readonly blocks: readonly string[]
}

const contactIdEvent = /^\s*\d[\dA-F]{3}\s*[\dA-F]{2}\s*[\dA-F]{3,4}(?![\dA-Z])/i
const siaEvent = /^[NO]?(?:[a-z]{2}[\d:]*|[A-Z]{2}\d*)(?![a-z])/
const accountPattern = /^[\dA-Z]{1,16}$/i

/**
 * Divides `#account|block|block…`. Some leave out the sign before the account, or the account: without the sign it is one if the message's
 * sender has the same, or if it does not look like an event itself and one follows.
 */
export const divide = (id: string, data: string, sender: string | undefined): Blocks => {
  const [first = '', ...others] = data.split('|')
  const named = first.startsWith('#') ? first.slice(1) : first
  const isEvent = (block: string) => (id === ids.sia ? siaEvent : contactIdEvent).test(block)
  const isNamed =
    first.startsWith('#') ||
    (others.length > 0 &&
      (first === '' || first === sender || (accountPattern.test(first) && !siaEvent.test(first) && others.some(isEvent))))
  if (!isNamed) return { account: undefined, blocks: [first, ...others] }
  return { account: named === '' ? undefined : storableText(named, maxCodeLength), blocks: others }
}
