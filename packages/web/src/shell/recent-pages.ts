import { browserStore } from '../storage.ts'

/** What the user last opened from the search, newest first. Stored in this browser, per account. */
export interface RecentPage {
  readonly path: string
  readonly title: string
  /** Its kind, from the heading it was under. */
  readonly heading: string
}

const most = 8
const keyOf = (accountId: number): string => `recent:${accountId}`

const isRecent = (value: unknown): value is RecentPage =>
  typeof value === 'object' &&
  value !== null &&
  (['path', 'title', 'heading'] as const).every((name) => typeof (value as Record<string, unknown>)[name] === 'string')

/** Moves or adds the page to the front. */
export const withRecent = (recent: readonly RecentPage[], opened: RecentPage): readonly RecentPage[] =>
  [opened, ...recent.filter(({ path }) => path !== opened.path)].slice(0, most)

export const recentPages = (accountId: number): readonly RecentPage[] => {
  try {
    const kept: unknown = JSON.parse(browserStore.getItem(keyOf(accountId)) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isRecent) : []
  } catch {
    return []
  }
}

export const rememberPage = (accountId: number, opened: RecentPage): void =>
  browserStore.setItem(keyOf(accountId), JSON.stringify(withRecent(recentPages(accountId), opened)))
