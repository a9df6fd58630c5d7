import type { texts as zh } from './project-join.zh.ts'

export const texts: typeof zh = {
  menus: { 'project.join': 'Joined projects' },
  operations: {
    'projectJoin:agree': 'Approve applications to join',
    'projectJoin:reject': 'Refuse applications to join',
    'projectJoin:end': 'End participation',
  },
  subjects: { projectJoin: 'Application to join' },
  fields: {
    joinerId: 'Joining company',
    joinerName: 'Joining company',
    projectCode: 'Project code',
    rights: 'Rights',
    ownSide: 'On the project’s side',
  },
  enums: {
    joinState: { pending: 'Pending', agreed: 'Joined', rejected: 'Refused', ended: 'Ended' },
    joinRight: { alarm: 'Handle alarms', fault: 'Handle faults' },
  },
}
