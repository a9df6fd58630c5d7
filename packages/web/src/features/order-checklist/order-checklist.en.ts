import type { WithOnes } from '../../i18n/plurals.ts'
import type { texts as zh } from './order-checklist.zh.ts'

export const texts: WithOnes<typeof zh> = {
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
  file: {
    read: 'Read from CSV',
    save: 'Save as CSV',
    done: '{{count}} items were read in place of the former ones; save to keep them',
    done_one: '{{count}} item was read in place of the former ones; save to keep it',
    header: 'The first line must name the columns, at least textZh, textEn and answer; save a file to see how',
    row: 'Item {{row}} cannot be read: look at its texts, its answer (yesNo, value, text, photo), its limits and Y/N',
    many: 'A checklist has up to 60 items',
    empty: 'There is no item in the file',
  },
  add: 'Add an item',
  remove: 'Remove item {{index}}',
  up: 'Move item {{index}} up',
  down: 'Move item {{index}} down',
  of: '{{what}} of item {{index}}',
}
