import type { texts as zh } from './order-checklist.zh.ts'

export const texts: typeof zh = {
  create: 'New checklist',
  edit: 'Edit checklist',
  hint: 'A new order takes the checklist of its kind and of its project’s type. Changes apply to orders to come; existing ones keep theirs.',
  typeHint: 'Left empty, it applies to all types that have no checklist of their own.',
  kind: 'Kind of order',
  type: 'Project type',
  allTypes: 'All other types',
  keyword: 'Text of an item',
  disable: 'New orders no longer take this checklist. Existing ones keep it.',
  deleteHint: 'Existing orders keep their checklist.',
  more: '{{count}} more',
  textsNeeded: 'Every item needs its text in Chinese and in English',
  add: 'Add an item',
  remove: 'Remove item {{index}}',
  up: 'Move item {{index}} up',
  down: 'Move item {{index}} down',
  of: '{{what}} of item {{index}}',
}
