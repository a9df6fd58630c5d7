import type { texts as zh } from './duty.zh.ts'

export const texts: typeof zh = {
  menus: {
    'message.duty': 'Duty roster',
  },
  subjects: {
    dutyTeam: 'Duty team',
    dutyRoster: 'Roster',
    dutyOverride: 'Roster change',
    dutyNote: 'Hand-over note',
  },
  fields: {
    memberIds: 'Members',
    members: 'Members',
    shifts: 'Shifts',
    shiftName: 'Shift',
    shiftNames: 'Shifts',
    starts: 'Starts at',
    ends: 'Ends at',
    weekdays: 'Days of the week',
    first: 'First group',
    turns: 'Takes part in the rotation',
    groups: 'Groups',
    turnLength: 'Length of a turn',
    turnUnit: 'Unit of the turn',
    aroundTheClock: 'Around the clock',
    onDuty: 'On duty now',
    gap: 'Nobody on duty',
    insteadOfId: 'Instead of',
    shiftFrom: 'Shift began',
    readers: 'Read by',
  },
  enums: {
    dutyTurn: {
      day: 'Days',
      week: 'Weeks',
      shift: 'Shifts',
    },
    dutyAbsence: {
      disabled: 'Account disabled',
      expired: 'Account expired',
      deleted: 'Account deleted',
      elsewhere: 'Moved to another company',
    },
  },
}
