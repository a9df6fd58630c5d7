import { en as shared } from '@emberwatch/contract/texts/en'
import { kit } from './kit.ts'
import { shell } from './shell.ts'

export const pack = { shared, shell, kit }
