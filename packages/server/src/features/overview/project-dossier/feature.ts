import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { exportProjectDossier, projectDossier } from './project-dossier.ts'
import type { Feature } from '../../../platform/feature.ts'

const projectDossierRoutes = bind(endpoints.projectDossier, { export: exportProjectDossier })

export const projectDossierFeature: Feature = {
  name: 'project-dossier',
  routes: () => projectDossierRoutes,
  exports: { projectDossier },
}
