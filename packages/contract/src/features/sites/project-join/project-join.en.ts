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
  reasons: {
    joinOwner: 'only the company that owns the project, or one above it, can decide',
    joinCodeUnknown: 'no approved project has this code',
    joinSeen: 'your company can already see this project',
    joinWaiting: 'your company has already applied, or has already joined',
    joinTooOften:
      'your company has applied for this project {{count}} times (period in days: {{days}}); days until it can apply again: {{wait}}',
    joinPast: '“Valid until” must be in the future',
  },
}
