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
}
