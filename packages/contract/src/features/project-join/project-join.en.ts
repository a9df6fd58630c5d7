import type { texts as zh } from './project-join.zh.ts'

export const texts: typeof zh = {
  menus: { 'project.join': 'Joined projects' },
  operations: {
    'projectJoin:agree': 'Agree to joining',
    'projectJoin:reject': 'Refuse joining',
    'projectJoin:end': 'End joining',
  },
  subjects: { projectJoin: 'Application to join' },
  fields: {
    joinerId: 'Joining company',
    joinerName: 'Joining company',
    projectCode: 'Project code',
    rights: 'Rights',
    ownSide: 'On the side of the project',
  },
  enums: {
    joinState: { pending: 'Pending', agreed: 'Joined', rejected: 'Refused', ended: 'Ended' },
    joinRight: { alarm: 'Handle alarms', fault: 'Handle faults' },
  },
}
