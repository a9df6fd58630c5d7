import { audit } from './zh/audit.ts'
import { enums } from './zh/enums.ts'
import { errors } from './zh/errors.ts'
import { fields } from './zh/fields.ts'
import { imports } from './zh/imports.ts'
import { menus, operations } from './zh/menus.ts'
import { messages, reasons } from './zh/reasons.ts'
import { rules } from './zh/rules.ts'

/** Texts that server and console share. A language of the same shape: each part is typed after the Chinese one. */
export const zh = { errors, rules, enums, menus, operations, fields, imports, reasons, messages, audit }

export type SharedTexts = typeof zh
