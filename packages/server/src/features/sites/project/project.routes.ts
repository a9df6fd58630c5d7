import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { agreeApplication } from './agree-application.ts'
import { completeProject } from './complete-project.ts'
import { createProjectType } from './create-project-type.ts'
import { createProject } from './create-project.ts'
import { deleteProjectType } from './delete-project-type.ts'
import { deleteProject } from './delete-project.ts'
import { endTest } from './end-test.ts'
import { importProjects, projectImportResult, projectImportTemplate } from './import-projects.ts'
import { pageTests, runningTests } from './project-test.reads.ts'
import { exportProjectTypes, pageProjectTypes, projectTypeDefaults, selectProjectTypes } from './project-type.reads.ts'
import {
  exportProjects,
  pageApplications,
  pageProjects,
  projectDetail,
  selectAdmins,
  selectDevices,
  selectProjects,
} from './project.reads.ts'
import { putOnTest } from './put-on-test.ts'
import { rejectApplication } from './reject-application.ts'
import { renewProject } from './renew-project.ts'
import { resubmitProject } from './resubmit-project.ts'
import { resumeProject } from './resume-project.ts'
import { setProjectTypeEnabled } from './set-project-type-enabled.ts'
import { stopProject } from './stop-project.ts'
import { uncompleteProject } from './uncomplete-project.ts'
import { updateProjectType } from './update-project-type.ts'
import { updateProject } from './update-project.ts'

export const projectRoutes = [
  ...bind(endpoints.project, {
    page: pageProjects,
    detail: projectDetail,
    select: selectProjects,
    create: createProject,
    update: updateProject,
    del: deleteProject,
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
    del: deleteProjectType,
    forbidden: setProjectTypeEnabled,
    export: exportProjectTypes,
    defaults: projectTypeDefaults,
  }),
  ...bind(endpoints.projectUnionApply, { page: pageApplications, agree: agreeApplication, reject: rejectApplication }),
]
