/** What a person opened from the search last, newest first; kept in this browser, for this account. */
export interface RecentPage {
  readonly path: string
  readonly title: string
  /** What kind of thing it is, as it was headed. */
  readonly heading: string
}

const most = 8
const keyOf = (accountId: number): string => `recent:${accountId}`

const isRecent = (value: unknown): value is RecentPage =>
  typeof value === 'object' &&
  value !== null &&
  (['path', 'title', 'heading'] as const).every((name) => typeof (value as Record<string, unknown>)[name] === 'string')

/** With the page in front; one that was there already moves. */
export const withRecent = (recent: readonly RecentPage[], opened: RecentPage): readonly RecentPage[] =>
  [opened, ...recent.filter(({ path }) => path !== opened.path)].slice(0, most)

export const recentPages = (accountId: number): readonly RecentPage[] => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(accountId)) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isRecent) : []
  } catch {
    return []
  }
}

export const rememberPage = (accountId: number, opened: RecentPage): void =>
  localStorage.setItem(keyOf(accountId), JSON.stringify(withRecent(recentPages(accountId), opened)))
