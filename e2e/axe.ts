import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** Below the shadow at the edge of a table, axe would not know the background, and would pass every contrast in it. */
const withoutShadows = `{
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('.ew-table-box::before, .ew-table-box::after, .ew-cell-actions::before { display: none !important }')
  document.adoptedStyleSheets.push(sheet)
}`

/** The parts that need not be looked at again, as selectors. */
const seenElsewhere = `(() => {
  const main = document.querySelector('main')
  const modal = [...document.querySelectorAll('[aria-modal=true]')].some((each) => each.checkVisibility() && !main?.contains(each))
  return ['.ew-side', '.ew-header', '.ew-foot', ...(modal ? ['main'] : [])].filter((each) => document.querySelector(each))
})()`

/** What axe finds in what is shown, in the whole of it or without what is looked at elsewhere; all its rules unless told otherwise. */
export const violationsOf = async (page: Page, whole: boolean, rules?: readonly string[]): Promise<readonly string[]> => {
  // During a colour transition the contrast is not the final one.
  await page.evaluate(
    'Promise.allSettled(document.getAnimations().filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime)).map(({ finished }) => finished)).then(() => undefined)',
  )
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(`${axeSource};${withoutShadows}`)
  const seen = whole ? [] : await page.evaluate<readonly string[]>(seenElsewhere)
  return page.evaluate(
    async ([only, exclude]) => {
      const { axe } = globalThis as unknown as {
        axe: { run(context: object, options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
      }
      // Only media elements are preloaded: none of the rules that run need the style sheets, which axe would fetch each time.
      const options = { resultTypes: ['violations'], preload: { assets: ['media'] }, ...(only ? { runOnly: [...only] } : {}) }
      return (await axe.run({ exclude }, options)).violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 200)).join(' | ')}`,
      )
    },
    [rules, seen] as const,
  )
}
