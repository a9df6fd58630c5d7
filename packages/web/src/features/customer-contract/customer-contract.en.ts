import type { WithOnes } from '../../i18n/plurals.ts'
import type { texts as zh } from './customer-contract.zh.ts'

export const texts: WithOnes<typeof zh> = {
  title: 'Contracts',
  keyword: 'Contract no.',
  create: 'New contract',
  edit: 'Edit contract',
  created: 'Created',
  term: 'Term',
  until: '{{from}} to {{to}}',
  left: '{{count}} days left',
  left_one: '{{count}} day left',
  lastDay: 'Ends today',
  over: 'Ended {{count}} days ago',
  over_one: 'Ended {{count}} day ago',
  begins: 'Starts in {{count}} days',
  begins_one: 'Starts in {{count}} day',
  deleteHint: 'Only for contracts that were entered by mistake. Number and dates stay in the audit log.',
  form: {
    no: 'Unique within a company',
    remark: 'For example payment terms or conditions for renewal',
    files: 'pdf, png or jpg, {{most}} at most, each up to {{size}} MB',
    addFile: 'Upload a file',
    removeFile: 'Remove the file “{{name}}”',
    tooLarge: '“{{name}}” is larger than {{size}} MB',
    wrongType: '“{{name}}” is neither pdf, png nor jpg',
    full: '{{most}} files at most',
    notBefore: 'must not be before the first day',
  },
  noFiles: 'None',
  openFile: 'Download the file “{{name}}”',
}
