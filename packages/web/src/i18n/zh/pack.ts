import { zh as shared } from '@emberwatch/contract/texts/zh'
import { kit } from './kit.ts'
import { shell } from './shell.ts'

export const pack = { shared, shell, kit }
