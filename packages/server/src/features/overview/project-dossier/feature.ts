import type { Feature } from '../../../platform/feature.ts'
import { projectDossier } from './project-dossier.ts'
import { projectDossierRoutes } from './project-dossier.routes.ts'

export const projectDossierFeature: Feature = {
  name: 'project-dossier',
  routes: () => projectDossierRoutes,
  exports: { projectDossier },
}
