/** Bodies to begin with, by the name of the operation. */
export const bodyExamples: Readonly<Record<string, object>> = {
  createEvent: {
    title: 'Night of the Accordion',
    start_date: '2027-01-10 20:00:00',
    end_date: '2027-01-10 23:00:00',
    timezone: 'Europe/Paris',
    cost: '12 €',
    categories: ['Music'],
    venue: { venue: 'Town Hall', city: 'Lyon' },
    organizer: [{ organizer: 'Society of Friends of Music' }],
  },
  createVenue: { venue: 'Town Hall', address: '1 Market Square', city: 'Lyon', country: 'France' },
  createOrganizer: { organizer: 'Society of Friends of Music', email: 'music@example.org' },
  createCategory: { name: 'Music', description: 'Concerts and dances' },
  createTag: { name: 'Free entrance' },
  createUser: { username: 'maria', role: 'author', name: 'Maria Muster', email: 'maria@example.org' },
  createApplicationPassword: { name: 'Import of the theatre' },
}
