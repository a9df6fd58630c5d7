import type { SharedTexts } from './zh.ts'
import { audit } from './en/audit.ts'
import { enums } from './en/enums.ts'
import { errors } from './en/errors.ts'
import { fields } from './en/fields.ts'
import { imports } from './en/imports.ts'
import { menus, operations } from './en/menus.ts'
import { messages, reasons } from './en/reasons.ts'
import { rules } from './en/rules.ts'

/** Texts that server and console share. A language of the same shape: each part is typed after the Chinese one. */
export const en: SharedTexts = { errors, rules, enums, menus, operations, fields, imports, reasons, messages, audit }
