import type { texts as zh } from './hand-over.zh.ts'

export const texts: typeof zh = {
  menus: { 'company.handOver': 'Hand-overs' },
  operations: { 'handOver:project': 'Hand over a project', 'handOver:company': 'Move a company' },
  subjects: { handOver: 'Hand-over' },
  fields: {
    fromCompany: 'From',
    toCompany: 'To',
    movedRows: 'Records moved',
  },
  enums: {
    handOverKind: { project: 'Project', company: 'Change of parent company' },
    handOverState: { waiting: 'Waiting', running: 'Moving', settling: 'Finishing', done: 'Done', failed: 'Failed' },
  },
  reasons: {
    handOverSame: 'it already belongs there',
    handOverRunning: 'it is already being handed over',
    handOverEngineers:
      'open orders whose engineers do not belong to the receiving company or one above it: {{count}} ({{orders}}); complete or reassign them first',
    handOverCustomer: 'the chosen customer does not belong to the receiving company',
    handOverType: 'a company of this level cannot be placed below the chosen one',
    handOverBelow: 'a company cannot be moved below itself',
    handOverRoles:
      'accounts whose roles belong to companies that are not above the new place: {{count}} ({{accounts}}); change their roles first',
    handOverQuota: '“{{company}}” may have {{limit}} {{what}}, and would have {{after}}',
    handOverStopped: 'the receiving company “{{company}}” is disabled or has expired',
    handOverCopy:
      'The receiving company gets a copy of the customer “{{customer}}”. The current customer and its accounts stay where they are and no longer see the project',
    handOverAssigned: 'accounts of the current company that lose sight of the project, which was assigned to them: {{count}}',
    handOverUsers: 'ordinary users who are unbound from its devices: {{count}}',
    handOverPasswords:
      'The caller passwords go along, and people of the current company know them: the receiving company should set new ones',
    handOverLog: 'Earlier audit log entries stay where they were written',
  },
}
