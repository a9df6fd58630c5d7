import type { WithOnes } from '../../../i18n/plurals.ts'
import type { texts as zh } from './file.zh.ts'

export const texts: WithOnes<typeof zh> = {
  photos: {
    add: 'Add photos',
    ofDevice: 'Add photos of {{code}}',
    hint: 'png, jpg or gif, up to 1MB each, at most {{most}}',
    type: '{{name}} is not a png, jpg or gif image',
    size: '{{name}} is larger than 1MB',
    remove: 'Remove photo {{number}}',
    open: 'Open photo {{number}}',
    one: 'Photo {{number}}',
    none: 'No photos',
  },
}
