import type { texts as zh } from './alarm-note.zh.ts'

export const texts: typeof zh = {
  operations: {
    'alarm:note': 'Add notes, photos and videos',
  },
  fields: {
    text: 'Note',
    videos: 'Videos',
  },
}
