import { bothNames } from '@emberwatch/contract'
import type { Ctx } from './context.ts'
import { refuseField } from './refuse-field.ts'

interface Names {
  readonly nameZh?: string
  readonly nameEn?: string
}

/** Both names of a form; the one that was left out is the other. @throws DomainError invalidInput if there is none */
export const namesOf = (
  ctx: Pick<Ctx, 'locale'>,
  { nameZh, nameEn }: Names,
): { readonly name_zh: string; readonly name_en: string } => {
  const both = bothNames(nameZh, nameEn) ?? refuseField(ctx, ctx.locale === 'zh' ? 'nameZh' : 'nameEn', 'required')
  return { name_zh: both.zh, name_en: both.en }
}
