/** The console's page of a project, for messages. */
export const projectPage = (id: number): string => `/project/projectList/detail?id=${id}`
