import type { DemoSite } from './organization.ts'

/** A domain reserved for examples, where email is never delivered. */
export const emailDomain = 'northfield.example'

const highSchool: DemoSite = {
  name: 'Northfield High School',
  organizationType: 'School',
  address: '1400 Prairie Avenue',
  people: [{ name: 'Priya Raman', role: 'Site Staff', title: 'Dean of Students' }],
  sites: [
    {
      name: 'Main Building',
      organizationType: 'Building',
      rooms: [
        ['Restroom A, 1st floor', 'restroom'],
        ['Restroom B, 2nd floor', 'restroom'],
        ['Main Hallway', 'corridor'],
        ['Room 104', 'classroom'],
        // Mounted above the radiator.
        ['Room 212', 'classroom', undefined, { temperature: 4 }],
        ['Library', 'library'],
      ],
    },
    {
      name: 'Science Wing',
      organizationType: 'Building',
      rooms: [
        ['Chemistry Lab', 'classroom', 'EoT Sense 17'],
        ['Physics Room', 'classroom'],
        ['Science Restroom', 'restroom'],
      ],
    },
    {
      name: 'Athletics Center',
      organizationType: 'Building',
      address: '1420 Prairie Avenue',
      rooms: [
        ['Gymnasium', 'gym'],
        ['Locker Room', 'restroom'],
      ],
    },
  ],
}

const northCampus: DemoSite = {
  name: 'North Campus',
  organizationType: 'Campus',
  address: '1400 Prairie Avenue',
  people: [{ name: 'Marcus Bell', role: 'Site Manager', title: 'Campus Director' }],
  sites: [
    highSchool,
    {
      name: 'Prairie Middle School',
      organizationType: 'School',
      address: '985 Meadow Lane',
      people: [{ name: 'Elena Fischer', role: 'Viewer', title: 'Teacher' }],
      rooms: [
        ['Restroom East', 'restroom'],
        ['Hallway East', 'corridor'],
        ['Room 21', 'classroom'],
        ['Cafeteria', 'cafeteria'],
      ],
    },
    {
      name: 'Oakridge Elementary School',
      organizationType: 'School',
      address: '60 Oakridge Road',
      rooms: [
        ['Room 3', 'classroom'],
        ['Restroom', 'restroom'],
        ['Lunch Room', 'cafeteria'],
      ],
    },
  ],
}

const riverCampus: DemoSite = {
  name: 'River Campus',
  organizationType: 'Campus',
  address: '22 Mill Street',
  people: [{ name: 'Grace Okafor', role: 'Site Manager', title: 'Campus Director' }],
  sites: [
    {
      name: 'Riverside Middle School',
      organizationType: 'School',
      address: '22 Mill Street',
      people: [{ name: 'Tom Lindgren', role: 'Site Staff', title: 'Custodian' }],
      rooms: [
        ['Restroom North', 'restroom'],
        ['Hallway North', 'corridor'],
        ['Room 11', 'classroom'],
        ['Sports Hall', 'gym'],
      ],
    },
    {
      name: 'Cannon Valley Elementary School',
      organizationType: 'School',
      address: '310 Valley View Drive',
      rooms: [
        ['Room 7', 'classroom'],
        ['Reading Room', 'library', 'EoT Climate'],
      ],
    },
    {
      name: 'River Arts Academy',
      organizationType: 'School',
      address: '5 Foundry Square',
      rooms: [
        ['Music Room', 'classroom', 'EoT Sense 17'],
        ['Gallery Hallway', 'corridor'],
      ],
    },
  ],
}

const lakeshoreCampus: DemoSite = {
  name: 'Lakeshore Campus',
  organizationType: 'Campus',
  address: '700 Harbor Drive',
  city: 'Port Ellis',
  state: 'MI',
  zip: '49855',
  timeZone: 'America/Detroit',
  people: [{ name: 'Hannah Nowak', role: 'Site Manager', title: 'Campus Director' }],
  sites: [
    {
      name: 'Lakeshore High School',
      organizationType: 'School',
      address: '700 Harbor Drive',
      rooms: [
        ['Restroom 1', 'restroom'],
        ['Restroom 2', 'restroom'],
        ['Upper Hallway', 'corridor'],
        ['Room 305', 'classroom'],
        ['Gym', 'gym'],
        ['Library', 'library'],
      ],
    },
    {
      name: 'Harbor Elementary School',
      organizationType: 'School',
      address: '18 Lighthouse Road',
      rooms: [
        ['Room 2', 'classroom'],
        ['Restroom', 'restroom'],
      ],
    },
  ],
}

/** A fictitious school district with campuses in three time zones, one of them with a half-hour offset. */
export const northfieldSchools: DemoSite = {
  name: 'Northfield Schools',
  organizationType: 'District',
  address: '1 District Plaza',
  city: 'Northfield',
  state: 'MN',
  zip: '55057',
  country: 'United States',
  timeZone: 'America/Chicago',
  people: [{ name: 'Dana Whitfield', role: 'Site Administrator', title: 'Head of Facilities' }],
  sites: [
    northCampus,
    riverCampus,
    lakeshoreCampus,
    {
      name: 'Atlantic Exchange School',
      organizationType: 'School',
      address: '41 Signal Road',
      city: "St. John's",
      state: 'NL',
      zip: 'A1B 2C3',
      country: 'Canada',
      timeZone: 'America/St_Johns',
      rooms: [
        ['Classroom 1', 'classroom'],
        ['Washroom', 'restroom'],
      ],
    },
    {
      name: 'District Office',
      organizationType: 'Office',
      rooms: [
        ['Boardroom', 'office', 'EoT Air'],
        ['Open Office', 'office'],
        ['Archive', 'office'],
      ],
    },
    {
      name: 'Transport Depot',
      organizationType: 'Depot',
      address: '900 Railway Street',
      people: [{ name: 'Luis Ortega', role: 'Site Staff', title: 'Fleet Foreman', language: 'es' }],
      rooms: [
        ['Bus Hall', 'depot'],
        ['Workshop', 'depot'],
        ['Dispatch', 'office'],
      ],
    },
  ],
}
