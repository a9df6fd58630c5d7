import type { WithOnes } from '../../../i18n/plurals.ts'
import type { texts as zh } from './order-checklist.zh.ts'

export const texts: WithOnes<typeof zh> = {
  create: 'New checklist',
  edit: 'Edit checklist',
  hint: 'A new order gets the checklist for its kind and its project’s type. Changes apply to future orders; existing ones keep theirs.',
  typeHint: 'If left empty, it applies to all types that have no checklist of their own.',
  kind: 'Kind of order',
  type: 'Project type',
  allTypes: 'All other types',
  keyword: 'Text of an item',
  disable: 'New orders no longer get this checklist. Existing ones keep it.',
  deleteHint: 'Existing orders keep their checklist.',
  more: '{{count}} more',
  textsNeeded: 'Every item needs its text in Chinese and in English',
  file: {
    read: 'Import from CSV',
    save: 'Export as CSV',
    done: '{{count}} items were imported and replace the former ones; save to keep them',
    done_one: '{{count}} item was imported and replaces the former ones; save to keep it',
    header: 'The first line must contain the column names, at least textZh, textEn and answer; export a file to see an example',
    row: 'Item {{row}} cannot be read: check its texts, its answer (yesNo, value, text, photo), its limits and Y/N',
    many: 'A checklist can have at most 60 items',
    empty: 'The file contains no items',
  },
  add: 'Add an item',
  remove: 'Remove item {{index}}',
  up: 'Move item {{index}} up',
  down: 'Move item {{index}} down',
  of: '{{what}} of item {{index}}',
}
