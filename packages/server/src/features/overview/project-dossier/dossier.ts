import type { EnumName, ProjectDetail } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { enumLabel, fieldName, texts } from '../../../platform/i18n.ts'
import type { Pdf } from '../../../platform/pdf/pdf.ts'

/** What the writers of a dossier's parts need. */
export interface Dossier {
  readonly ctx: Ctx
  readonly pdf: Pdf
  readonly project: ProjectDetail
}

/** The headings and notes of a dossier in its language. */
export const wordsOf = ({ locale }: Ctx) => texts[locale].pdf.dossier

/** Whether the reader may see a part; otherwise it is left out. */
export const may = ({ ctx }: Dossier, operation: string): boolean => ctx.actor.operations.has(operation)

/** The labels of fields and of enumerations in the dossier's language. */
export const labelsOf = ({ ctx: { locale } }: Dossier) => ({
  field: (name: string) => fieldName(locale, name),
  value: (name: EnumName, value: string) => enumLabel(locale, name, value),
  named: (row: { readonly name_zh: string; readonly name_en: string }) => (locale === 'zh' ? row.name_zh : row.name_en),
})

/** A floor for readers: a number gets the word for floor, while `3F` already says it. */
export const floorName = (ctx: Ctx, floor: string | null): string | null =>
  floor !== null && /^[Bb]?-?\d+$/.test(floor.trim()) ? wordsOf(ctx).floorOf.replace('{{floor}}', floor.trim()) : floor

/** Joins the parts of an address or name that are present. */
export const joined = (...parts: readonly (string | null)[]): string => parts.filter(Boolean).join(' · ')
