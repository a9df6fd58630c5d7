import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { agreeApplication, rejectApplication, resubmitProject } from './project-application.verbs.ts'
import { completeProject, renewProject, resumeProject, stopProject, uncompleteProject } from './project-life.verbs.ts'
import { createProjectType, removeProjectType, setProjectTypeEnabled, updateProjectType } from './project-type.verbs.ts'
import { createProject, removeProject, updateProject } from './project.verbs.ts'
import { endTest, putOnTest } from './project-test.verbs.ts'
import { importProjects, projectImportResult, projectImportTemplate, projectImport } from './import-projects.ts'
import { pageTests, runningTests } from './project-test.reads.ts'
import {
  exportProjectTypes,
  pageProjectTypes,
  projectTypeDefaults,
  selectProjectTypes,
  projectTypeExport,
} from './project-type.reads.ts'
import {
  exportProjects,
  pageApplications,
  pageProjects,
  projectDetail,
  selectAdmins,
  selectDevices,
  selectProjects,
  projectExport,
} from './project.reads.ts'
import type { JobServices, Feature } from '../../../platform/feature.ts'
import { job, type JobDefinition } from '../../../platform/jobs.ts'
import { keepTimes } from './keep-times.ts'

export const projectRoutes = [
  ...bind(endpoints.project, {
    page: pageProjects,
    detail: projectDetail,
    select: selectProjects,
    create: createProject,
    update: updateProject,
    remove: removeProject,
    export: exportProjects,
    importTemplate: projectImportTemplate,
    import: importProjects,
    importResult: projectImportResult,
    complete: completeProject,
    uncomplete: uncompleteProject,
    renew: renewProject,
    stop: stopProject,
    resume: resumeProject,
    resubmit: resubmitProject,
    adminSelect: selectAdmins,
    deviceSelect: selectDevices,
    putOnTest,
    endTest,
    tests: pageTests,
    onTest: runningTests,
  }),
  ...bind(endpoints.projectType, {
    page: pageProjectTypes,
    select: selectProjectTypes,
    create: createProjectType,
    update: updateProjectType,
    remove: removeProjectType,
    setEnabled: setProjectTypeEnabled,
    export: exportProjectTypes,
    defaults: projectTypeDefaults,
  }),
  ...bind(endpoints.projectUnionApply, { page: pageApplications, agree: agreeApplication, reject: rejectApplication }),
]

/** Every minute: whatever is due by the clock. */
const projectJobs = ({ systemCtx }: JobServices): JobDefinition[] => [
  job('projectTimes', () => keepTimes(systemCtx), '* * * * *', {
    part: 'delivery',
    text: 'the end of tests and services is not watched',
  }),
]

export const projectFeature: Feature = {
  name: 'project',
  routes: () => projectRoutes,
  exports: { project: projectExport, projectType: projectTypeExport },
  imports: { project: projectImport },
  jobs: projectJobs,
  liveKinds: ['project'],
}
