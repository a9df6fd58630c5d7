import type { texts as zh } from './project-dossier.zh.ts'

export const texts: typeof zh = {
  subjects: {
    projectDossier: 'Fire safety dossier',
  },
  operations: {
    'projectDossier:export': 'Export the fire safety dossier',
  },
}
