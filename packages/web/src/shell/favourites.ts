import { create } from 'zustand'
import { browserStore } from '../storage.ts'

/** The pages that a user has pinned to the top of the menu, by menu code. Stored in this browser, per account. */
const keyOf = (accountId: number): string => `favourites:${accountId}`

export const favouritesOf = (accountId: number): readonly string[] => {
  try {
    const kept: unknown = JSON.parse(browserStore.getItem(keyOf(accountId)) ?? '[]')
    return Array.isArray(kept) ? kept.filter((code) => typeof code === 'string') : []
  } catch {
    return []
  }
}

const useChanged = create<Readonly<Record<number, readonly string[]>>>(() => ({}))

/** Pins the page behind the others, or unpins it. */
export const toggleFavourite = (accountId: number, code: string): void => {
  const codes = favouritesOf(accountId)
  const next = codes.includes(code) ? codes.filter((each) => each !== code) : [...codes, code]
  browserStore.setItem(keyOf(accountId), JSON.stringify(next))
  useChanged.setState({ [accountId]: next })
}

export const useFavourites = (accountId: number): readonly string[] => {
  const changed = useChanged((byAccount) => byAccount[accountId])
  return changed ?? favouritesOf(accountId)
}
