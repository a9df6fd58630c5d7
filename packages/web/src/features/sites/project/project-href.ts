import { pagePaths } from '../../../paths.ts'

export const projectPath = pagePaths.projectList
export const projectHref = (id: number, tab?: string): string => `#${pagePaths.projectDetail}?id=${id}${tab ? `&tab=${tab}` : ''}`
