CREATE TABLE room (id INTEGER PRIMARY KEY, name TEXT UNIQUE, floor TEXT, seats INTEGER,
  state TEXT DEFAULT 'open', reason TEXT DEFAULT '');
CREATE TABLE device (id INTEGER PRIMARY KEY, room_id INTEGER, name TEXT, section TEXT,
  is_on INTEGER DEFAULT 0);
CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT UNIQUE, city TEXT,
  followed INTEGER DEFAULT 0);
CREATE TABLE tag (customer_id INTEGER, tag TEXT);
CREATE TABLE booking (id INTEGER PRIMARY KEY, event TEXT, customer TEXT, room TEXT,
  day TEXT, guests INTEGER, parking INTEGER DEFAULT 0, meals TEXT DEFAULT '',
  note TEXT DEFAULT '', state TEXT DEFAULT 'booked', reason TEXT DEFAULT '',
  told INTEGER DEFAULT 0);
CREATE TABLE draft (event TEXT, customer TEXT, room TEXT, day TEXT, guests INTEGER,
  parking INTEGER, meals TEXT);
INSERT INTO draft VALUES ('', '', '', '', 2, 0, '');
CREATE TABLE invoice (id INTEGER PRIMARY KEY, number TEXT, customer TEXT, amount INTEGER,
  state TEXT DEFAULT 'open', method TEXT DEFAULT '', reminded INTEGER DEFAULT 0);
CREATE TABLE item (name TEXT);
CREATE TABLE supply (id INTEGER PRIMARY KEY, item TEXT, quantity INTEGER, room TEXT,
  urgent INTEGER DEFAULT 0, state TEXT DEFAULT 'ordered');
CREATE TABLE notice (id INTEGER PRIMARY KEY, text TEXT, on_top INTEGER DEFAULT 0);
INSERT INTO notice (text) VALUES ('The lift is serviced on Tuesdays');
CREATE TABLE opening (id INTEGER PRIMARY KEY, weekday TEXT, opens TEXT, closes TEXT);
INSERT INTO opening (weekday, opens, closes) VALUES
  ('Monday', '09:00', '18:00'), ('Tuesday', '09:00', '18:00'),
  ('Wednesday', '09:00', '18:00'), ('Thursday', '09:00', '18:00'),
  ('Friday', '09:00', '18:00'), ('Saturday', '11:00', '16:00'),
  ('Sunday', '11:00', '16:00');
