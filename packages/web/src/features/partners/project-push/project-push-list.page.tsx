import { ProjectPushes } from './project-pushes.tsx'

export default function ProjectPushListPage() {
  return <ProjectPushes />
}
