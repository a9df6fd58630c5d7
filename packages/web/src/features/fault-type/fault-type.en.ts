import type { texts as zh } from './fault-type.zh.ts'

export const texts: typeof zh = {
  create: 'New fault type',
  edit: 'Edit fault type “{{name}}” ({{code}})',
  codeHint: 'Used inside the product; it cannot be changed later',
  disableHint: 'New report parameters can no longer use this type. Codes that use it go on raising faults.',
  removeHint: 'A type can be deleted if no report parameter uses it and no fault was ever raised of it.',
  seeded: 'It belongs to the product: it can be disabled, not deleted',
}
