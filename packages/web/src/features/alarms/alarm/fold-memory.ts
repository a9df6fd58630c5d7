import { browserStore } from '../../../storage.ts'

const keyOf = (accountId: number): string => `queueFolded:${accountId}`

/** Whether this person keeps the queue folded in this browser. */
export const keepsFolded = (accountId: number): boolean => browserStore.getItem(keyOf(accountId)) === 'true'

export const rememberFolded = (accountId: number, folded: boolean): void =>
  folded ? browserStore.setItem(keyOf(accountId), 'true') : browserStore.removeItem(keyOf(accountId))
