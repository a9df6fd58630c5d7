import { Type, type Static } from '../../../kernel/schema.ts'
import type { EnumValue } from '../../../enums.ts'

/** The most files that one message carries. */
export const messageFilesMax = 5

/** A file that a message carries. `size` in bytes. */
export const messageFile = Type.Object({ id: Type.String(), name: Type.String(), size: Type.Integer() })
export type MessageFile = Static<typeof messageFile>

type Category = EnumValue<'messageCategory'>

/** Categories by the prefix of the message type; the first match counts. */
const beginnings: readonly (readonly [Category, RegExp])[] = [
  ['alarm', /^(alarm|site|testStill|notify|notification|rule|notice$)/],
  ['order', /^order/],
  ['feedback', /^feedback/],
  ['project', /^(project|join)/],
  ['security', /^(signIn|twoStep|recovery)/],
  ['company', /^(company|domain)/],
  ['notice', /^task/],
]

/** The category of an in-site message, by its type. */
export const messageCategoryOf = (type: string): Category => beginnings.find(([, begins]) => begins.test(type))?.[0] ?? 'other'
