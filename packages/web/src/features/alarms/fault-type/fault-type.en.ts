import type { texts as zh } from './fault-type.zh.ts'

export const texts: typeof zh = {
  create: 'New fault type',
  edit: 'Edit fault type “{{name}}” ({{code}})',
  codeHint: 'Used inside the product; it cannot be changed later',
  disableHint: 'New report parameters can no longer use this type. Codes that already use it keep raising faults.',
  removeHint: 'A type can only be deleted if no report parameter uses it and it has never raised a fault.',
  seeded: 'It comes with the product: it can be disabled, but not deleted',
}
