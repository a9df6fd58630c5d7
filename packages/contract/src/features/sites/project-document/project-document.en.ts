import type { texts as zh } from './project-document.zh.ts'

export const texts: typeof zh = {
  subjects: {
    projectDocument: 'Project document',
  },
  enums: {
    projectDocumentKind: {
      acceptance: 'Fire acceptance',
      drawing: 'Drawing',
      emergencyPlan: 'Emergency plan',
      inspectionReport: 'Test report',
      certificate: 'Certificate',
      contract: 'Contract',
      training: 'Training and drills',
      photo: 'Photos of the site',
      other: 'Other',
    },
  },
}
