import type { texts as zh } from './project-document.zh.ts'

export const texts: typeof zh = {
  title: 'Documents and photos',
  create: 'Add a document',
  addPhotos: 'Upload photos',
  edit: 'Edit document',
  deleteHint: 'Its files are deleted with it.',
  views: { expiring: 'Expired or about to expire', photos: 'Photos' },
  keyword: 'Title or remark',
  gallery: 'Photos of the site',
  open: 'Open {{name}}',
  closeOf: 'Photo: {{name}}',
  previous: 'Previous',
  next: 'Next',
  files: {
    add: 'Choose files',
    camera: 'Take or choose photos',
    remove: 'Remove {{name}}',
    hint: 'At most {{most}} files: images, PDF, Word, Excel, archives, audio and video. Large photos are scaled down.',
    tooMany: 'At most {{most}} files; the others were not uploaded',
    required: 'Choose at least one file',
  },
}
