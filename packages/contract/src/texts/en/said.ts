import type { said as zh } from '../zh/said.ts'

export const said: typeof zh = {
  standard: 'Fire alarm: "{type}" at {project}, {place}, {device}, at {time}. Please check at once.',
  example: {
    project: 'Example Tower',
    address: '1 Example Road',
    place: 'floor 3, east corridor',
    device: 'smoke detector 3-12',
    type: 'Alarm',
  },
}
