import type { texts as zh } from './project.zh.ts'

export const texts: typeof zh = {
  enums: {
    projectStatus: {
      uninstall: 'Not installed',
      installing: 'Installing',
      maintenance: 'Under maintenance',
      overmaintenance: 'Maintenance expired',
    },
  },
}
