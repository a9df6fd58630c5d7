/** More tabs than this are behind "More". */
const tabsShown = 7

/** Which tabs are in the bar, and which behind "More". The open one is always in the bar, in the last place if it came from behind. */
export const splitTabs = <T extends { readonly key: string }>(tabs: readonly T[], open: string): { bar: T[]; more: T[] } => {
  if (tabs.length <= tabsShown) return { bar: [...tabs], more: [] }
  const first = tabs.slice(0, tabsShown)
  const behind = tabs.find(({ key }) => key === open)
  const bar = behind === undefined || first.includes(behind) ? first : [...first.slice(0, -1), behind]
  return { bar, more: tabs.filter((tab) => !bar.includes(tab)) }
}
