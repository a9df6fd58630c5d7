import type { texts as zh } from './recall.zh.ts'

export const texts: typeof zh = {
  subjects: {
    recall: 'Recall',
  },
  fields: {
    inUseCount: 'Still in use',
    closeNote: 'Closing note',
    toldAt: 'Notified at',
    toldBy: 'Notified by',
  },
  enums: {
    recallState: {
      open: 'Running',
      closed: 'Closed',
    },
  },
  reasons: {
    batchUnknown: 'there is no device of this batch',
  },
}
