import type { EnumValue } from '../../kernel/enums.ts'

type Category = EnumValue<'messageCategory'>

/** By how the names of their types begin; the first that fits counts. */
const beginnings: readonly (readonly [Category, RegExp])[] = [
  ['alarm', /^(alarm|site|testStill|notify|notification|rule|notice$)/],
  ['order', /^order/],
  ['feedback', /^feedback/],
  ['project', /^(project|join)/],
  ['security', /^(signIn|twoStep|recovery)/],
  ['company', /^(company|domain)/],
  ['notice', /^task/],
]

/** What an in-site message is about, by its type. */
export const messageCategoryOf = (type: string): Category => beginnings.find(([, begins]) => begins.test(type))?.[0] ?? 'other'
