import type { ResolvedField } from './form-field.tsx'

/** Consecutive fields of a form: a section that folds, or everything up to the next of these. */
export interface FormPart {
  /** Undefined: does not fold. */
  readonly folded: ResolvedField['section']
  readonly fields: readonly ResolvedField[]
}

export const partsOf = (fields: readonly ResolvedField[]): FormPart[] => {
  const parts: { folded: FormPart['folded']; fields: ResolvedField[] }[] = []
  for (const field of fields) {
    const last = parts.at(-1)
    const { section, ...rest } = field
    if (section !== undefined && field.folds) parts.push({ folded: section, fields: [rest] })
    else if (last === undefined || (section !== undefined && last.folded !== undefined))
      parts.push({ folded: undefined, fields: [field] })
    else last.fields.push(field)
  }
  return parts
}
